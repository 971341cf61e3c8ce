// IndexedDB survives a closed tab, a crash, and a restart of the computer, which session storage does not.

const name = 'attendance-kiosk'

/** Taps and marks in their order, and what each session's kiosk needs to start while offline. */
export const stores = { taps: 'taps', marks: 'marks', kiosks: 'kiosks' } as const
export type QueueStore = 'taps' | 'marks'
type Store = QueueStore | 'kiosks'

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(name, 1)
    asked.addEventListener('upgradeneeded', () => {
      for (const queue of [stores.taps, stores.marks])
        asked.result
          .createObjectStore(queue, { keyPath: 'order', autoIncrement: true })
          .createIndex('session', 'session')
      asked.result.createObjectStore(stores.kiosks, { keyPath: 'session' })
    })
    asked.addEventListener('success', () => done(asked.result))
    asked.addEventListener('error', () => fail(asked.error ?? new Error('The queue cannot be opened')))
  })
}

/**
 * Runs requests in one transaction. `strict` waits until the disk has it, so that a power cut loses nothing; the next tap
 * waits for the disk, too, so everything else is `relaxed`.
 */
export async function within<T>(
  store: Store,
  mode: 'readonly' | 'readwrite',
  act: (of: IDBObjectStore) => IDBRequest<T>,
  durability: 'strict' | 'relaxed' = 'strict',
): Promise<T> {
  opened ??= open()
  const database = await opened
  return new Promise((done, fail) => {
    const transaction = database.transaction(store, mode, { durability })
    const request = act(transaction.objectStore(store))
    const failed = () => fail(transaction.error ?? new Error('The queue cannot be written'))
    transaction.addEventListener('complete', () => done(request.result))
    transaction.addEventListener('abort', failed)
  })
}
