// Finds the files of the web client.

import { readFileSync, readdirSync } from 'node:fs';

const root = new URL('../../Sources/ChatServer/Web/', import.meta.url);

/** Returns the paths of the files in a folder of the web client and in the folders within it. */
export const paths = (folder = '') => readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => `${parentPath}/${name}`.replace(/\/+/g, '/').slice(root.pathname.length))
  .sort();

export const read = (path) => readFileSync(new URL(path, root), 'utf8');
