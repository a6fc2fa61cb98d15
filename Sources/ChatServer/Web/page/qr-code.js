// Draws a QR code.

const namespace = 'http://www.w3.org/2000/svg';
/** Squares of white around the code, without which some cameras do not find it (ISO/IEC 18004). */
const quietZone = 4;

/** Returns a picture, black on white in each theme. @param {string[]} rows a 0 for a white square, a 1 for a black one */
export function qrCode(rows, label) {
  const size = rows.length + 2 * quietZone;
  const picture = element('svg', { viewBox: `0 0 ${size} ${size}`, class: 'qr-code', 'shape-rendering': 'crispEdges' });
  picture.role = 'img';
  picture.ariaLabel = label;
  picture.append(
    element('rect', { width: size, height: size, fill: '#fff' }), element('path', { d: path(rows), fill: '#000' }));
  return picture;
}

/** Returns one rectangle for each run of black squares in a row. */
function path(rows) {
  return rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(({ index, 0: { length } }) => (
    `M${index + quietZone} ${y + quietZone}h${length}v1h-${length}z`))).join('');
}

function element(name, attributes) {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
