/** Says before it is pressed that an act of an Employee is only asked for by it. */
export function WaitsNote() {
  return <p>An Admin has to approve this: it waits for them, and nothing is done before.</p>;
}
