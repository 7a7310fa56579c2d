/** What a key file tells of the settings beside it; null for a file that is none. */
export interface KeyFile {
  readonly settings: Readonly<Record<string, string>>;
  readonly key: string;
}

const PEM = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]+-----END [A-Z ]*PRIVATE KEY-----/;
/** As Apple names what it lets people download. */
const APPLE = /^AuthKey_([A-Z0-9]{10})\.p8$/;

/** The key file of a Google service account, a .p8 file of Apple, or any other key as PEM. */
export function readKeyFile(name: string, text: string): KeyFile | null {
  const account = accountIn(text);
  const [key] = PEM.exec(account?.['private_key'] ?? text) ?? [];
  if (key === undefined) return null;
  const { project_id, client_email, private_key_id } = account ?? {};
  const key_id = private_key_id ?? APPLE.exec(name)?.[1];
  return {
    settings: {
      ...(project_id === undefined ? {} : { project_id }),
      ...(client_email === undefined ? {} : { client_email }),
      ...(key_id === undefined ? {} : { key_id }),
    },
    key,
  };
}

function accountIn(text: string): Readonly<Record<string, string>> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]): [string, string][] =>
        typeof each === 'string' ? [[name, each]] : [],
      ),
    );
  } catch {
    return null;
  }
}
