import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Form } from '#client/ui/form.tsx';

it('a form that scripts send says without them why it does nothing', () => {
  const markup = renderToStaticMarkup(
    <Form aria-label="Sign in">
      <button type="submit">Sign in</button>
    </Form>,
  );
  expect(markup).toMatch(/<button[^>]*>Sign in<\/button><noscript><p>This form needs JavaScript\./);
});
