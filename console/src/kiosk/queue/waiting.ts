import { type QueueStore, within } from './database.ts'

export type Row<T> = T & { readonly order: number; readonly session: string }

export interface Waiting<T> {
  readonly all: () => Promise<Row<T>[]>
  readonly keep: (one: T) => Promise<Row<T>>
  readonly drop: (rows: readonly Row<T>[]) => Promise<void>
}

/** What a session still has to send, in its order, durably on this device. */
export const waiting = <T extends object>(store: QueueStore, session: string): Waiting<T> => ({
  all: () => within<Row<T>[]>(store, 'readonly', of => of.index('session').getAll(session)),
  async keep(one) {
    const order = await within(store, 'readwrite', of => of.add({ ...one, session }))
    return { ...one, session, order: Number(order) }
  },
  // What comes back after a power cut is sent again, and counts once
  async drop(rows) {
    await within(
      store,
      'readwrite',
      of => {
        for (const { order } of rows) of.delete(order)
        return of.count()
      },
      'relaxed',
    )
  },
})
