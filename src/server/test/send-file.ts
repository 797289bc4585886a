import type { FastifyInstance } from 'fastify';

/** Sends a form as browsers do; `content` null: one without a file. */
export async function sendFile(
  app: FastifyInstance,
  url: string,
  content: Uint8Array | null,
  {
    headers = {},
    field = 'file',
    name = 'me.jpg',
    fields = {},
  }: {
    headers?: Record<string, string>;
    field?: string;
    name?: string;
    fields?: Record<string, string>;
  } = {},
) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  // A browser goes by the name, and is not to be believed.
  if (content) form.set(field, new File([new Uint8Array(content)], name, { type: 'image/jpeg' }));
  const sent = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': sent.headers.get('content-type') ?? '', ...headers },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}
