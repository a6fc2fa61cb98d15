// Draws a QR code.

import { makeDrawing } from '../browser/dom.js';

/** Squares of white around the code, without which some cameras do not find it (ISO/IEC 18004). */
const quietZone = 4;

/** Returns a picture, black on white in each theme. @param {string[]} rows a 0 for a white square, a 1 for a black one */
export function qrCode(rows, label) {
  const size = rows.length + 2 * quietZone;
  const picture = makeDrawing('svg', {
    viewBox: `0 0 ${size} ${size}`, class: 'qr-code', 'shape-rendering': 'crispEdges', role: 'img', 'aria-label': label,
  });
  picture.append(
    makeDrawing('rect', { width: size, height: size, fill: '#fff' }), makeDrawing('path', { d: path(rows), fill: '#000' }));
  return picture;
}

/** Returns one rectangle for each run of black squares in a row. */
function path(rows) {
  return rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(({ index, 0: { length } }) => (
    `M${index + quietZone} ${y + quietZone}h${length}v1h-${length}z`))).join('');
}
