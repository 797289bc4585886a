/** The pull of `picture.module.css`, drawn where a picture can't be had. */
const PLACEHOLDER = `data:image/svg+xml,${encodeURIComponent(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-32 -29 128 128' fill='none' stroke='#c3cac7' stroke-width='1.5'><rect x='8' y='27' width='48' height='7' rx='3.500'/><path d='M16 34v9M48 34v9M12 43h8M44 43h8'/></svg>",
)}`;

function replace(picture: HTMLImageElement): void {
  if (picture.src === PLACEHOLDER) return;
  picture.removeAttribute('srcset');
  picture.src = PLACEHOLDER;
}

/** Puts a placeholder of the same size where a picture failed, also one that failed before scripts were there. */
export function replaceMissingPictures(): void {
  document.addEventListener(
    'error',
    event => {
      if (event.target instanceof HTMLImageElement) replace(event.target);
    },
    true,
  );
  for (const picture of document.images) {
    if (picture.complete && picture.naturalWidth === 0 && picture.getAttribute('src')) replace(picture);
  }
}
