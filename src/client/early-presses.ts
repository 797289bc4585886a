declare global {
  interface Window {
    knurlPressed?: Set<HTMLButtonElement>;
  }
}

/**
 * Stands inline in the page, since its scripts come later: remembers which buttons were pressed before they do
 * anything. Links and forms need no script to be followed or sent.
 */
export const REMEMBER_PRESSES = `knurlPressed=new Set;addEventListener('click',e=>{let b=e.target.closest('button[type=button]');b&&self.knurlPressed?.add(b)},true)`;

/**
 * From now on React takes note of what is pressed. To be called when it begins to hydrate; the returned presses what
 * was remembered, each button once: whoever presses again because nothing happened does not want it twice.
 */
export function takePresses(): () => void {
  const pressed = [...(window.knurlPressed ?? [])];
  delete window.knurlPressed;
  return () => {
    for (const button of pressed) if (button.isConnected) button.click();
  };
}
