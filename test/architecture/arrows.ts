import type { Source } from './sources';

/** Folders, bottom up, and which of those before it each may import. */
export type Arrows = Readonly<Record<string, readonly string[]>>;

/** The arrows of a table that do not lead to a folder before. */
export function arrowsBack(arrows: Arrows): string[] {
  const folders = Object.keys(arrows);
  return Object.entries(arrows).flatMap(([folder, imported]) =>
    imported
      .filter((name) => !folders.slice(0, folders.indexOf(folder)).includes(name))
      .map((name) => `${folder} → ${name}`),
  );
}

/** The arrows that the sources draw between the folders of a table, in its order. */
export function arrowsIn(
  sources: readonly Source[],
  arrows: Arrows,
  folderOf: (path: string) => string | undefined,
): Arrows {
  const folders = Object.keys(arrows);
  const importedBy = (folder: string): string[] => {
    const own = sources.filter(({ path }) => folderOf(path) === folder);
    const imported = new Set(own.flatMap(({ imports }) => imports.map(folderOf)));
    return folders.filter((name) => name !== folder && imported.has(name));
  };
  return Object.fromEntries(folders.map((folder) => [folder, importedBy(folder)]));
}
