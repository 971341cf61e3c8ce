const opened: (() => unknown)[] = []

export const closeAfterTest = (end: () => unknown): void => void opened.push(end)

export const countOpen = (): number => opened.length

/** Closes everything opened after the first `since` items, newest first. */
export async function close(since = 0): Promise<void> {
  for (const one of opened.splice(since).toReversed()) await one()
}
