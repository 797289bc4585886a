declare global {
  interface Window {
    knurlPressed?: Set<HTMLButtonElement | HTMLInputElement>;
  }
}

/**
 * Stands inline in the page, since its scripts come later: remembers which buttons and boxes were pressed before they
 * do anything. Links and forms need no script to be followed or sent.
 */
export const REMEMBER_PRESSES = `knurlPressed=new Set;addEventListener('click',e=>{let b=e.target.closest('button[type=button],[type=checkbox],[type=radio]');b&&self.knurlPressed?.add(b)},true)`;

/**
 * From now on React takes note of what is pressed. To be called when it begins to hydrate; the returned presses what
 * was remembered, each button once: whoever presses again because nothing happened does not want it twice.
 */
export function takePresses(): () => void {
  const pressed = [...(window.knurlPressed ?? [])];
  delete window.knurlPressed;
  return () => {
    for (const control of pressed) {
      if (!control.isConnected) continue;
      if (control instanceof HTMLInputElement) {
        // The browser has ticked it, which React knows nothing of: back to how it came, and once more.
        if (control.checked === control.defaultChecked) continue;
        control.checked = control.defaultChecked;
      }
      control.click();
    }
  };
}
