const opened: (() => unknown)[] = []

export const closing = (end: () => unknown): void => void opened.push(end)

export const open = (): number => opened.length

/** Closes everything opened after the first `since` items, newest first. */
export async function close(since = 0): Promise<void> {
  for (const one of opened.splice(since).toReversed()) await one()
}
