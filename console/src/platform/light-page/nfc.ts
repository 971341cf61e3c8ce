interface Reader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>
}
type Readers = { NDEFReader?: new () => Reader }

export const readsCards = (): boolean => (window as Readers).NDEFReader !== undefined

/** Scans cards by NFC until `signal` aborts. @throws if the user denies permission */
export async function scan(heard: (card: string) => void, signal: AbortSignal): Promise<void> {
  const { NDEFReader } = window as Readers
  if (!NDEFReader) return
  const reader = new NDEFReader()
  reader.addEventListener(
    'reading',
    event => {
      const card = hexOf((event as Event & { serialNumber?: string }).serialNumber ?? '')
      if (card !== '') heard(card)
    },
    { signal },
  )
  await reader.scan({ signal })
}

/** Converts a serial number such as "04:a1:b2:c3" to a card number. */
export const hexOf = (serial: string): string => serial.replaceAll(/[^0-9a-f]/gi, '').toUpperCase()
