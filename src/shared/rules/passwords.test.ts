import { describe, expect, it } from 'vitest';
import { normalizePassword, passwordProblem } from '#shared/rules/passwords.ts';

const OWN = ['ada.lovelace@example.com', 'Ada Lovelace', 'Knurl'];

describe('a new password', () => {
  it.each([
    'brass knobs on oak',
    'welcome to my house',
    'Tr0ub4dor&3xkcd',
    'zwölf Äpfel und Öl',
    'correcthorsebatterystaple',
    '🔩🪛🔧🔨🪚🧰🗜️⚙️🧲🪜🔗🪝',
    'k'.repeat(8) + 'unzmhatelqo'.repeat(10),
  ])('will do: %s', password => {
    expect(passwordProblem(password, OWN)).toBeNull();
  });

  it.each([
    ['', 'needs at least 12 characters'],
    ['elevenchars', 'needs at least 12 characters'],
    ['🔩🪛🔧🔨🪚🧰', 'needs at least 12 characters'],
    [`${'longer than'.repeat(12)}`, 'has more than 128 characters'],
    ['password1234', 'is too easy to guess'],
    ['PasswordPassword!', 'is too easy to guess'],
    ['P@ssw0rd2026!!', 'is too easy to guess'],
    ['123456789012', 'is too easy to guess'],
    ['aaaaaaaaaaaaaaaa', 'is too easy to guess'],
    ['abababababababab', 'is too easy to guess'],
    ['abcdefghijklmnop', 'is too easy to guess'],
    ['qwertyuiop123', 'is too easy to guess'],
    ['qwertyuiopasdfgh', 'is too easy to guess'],
    ['ada.lovelace@example.com', 'is too easy to guess'],
    ['Lovelace-1815!', 'is too easy to guess'],
    ['AdaLovelace2026', 'is too easy to guess'],
    ['knurl-knurl-2026', 'is too easy to guess'],
    ['iloveyou!!!!!', 'is too easy to guess'],
  ])('will not do: %s', (password, problem) => {
    expect(passwordProblem(password, OWN)).toBe(problem);
  });

  it('is the same however its accents were typed', () => {
    expect(normalizePassword('cafe\u0301')).toBe(normalizePassword('caf\u00e9'));
  });
});
