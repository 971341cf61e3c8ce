import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type { PriceTable, prices } from '@claviger/contract/billing/prices'
import { record } from '#platform/record/record.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { type Day, dayBefore, dayOfInstant } from './prices.days.ts'
import { deleteTable, putTable, savedTables } from './prices.store.ts'

type InputFor<Call extends keyof typeof prices.calls> = OutputOf<(typeof prices.calls)[Call]['input']>
type Version = OutputOf<typeof prices.save.reply>

const isOf =
  ({ currency, validFrom }: { currency: string; validFrom: string }) =>
  (table: PriceTable) =>
    table.currency === currency && table.validFrom === validFrom

const isConfigured = ({ config }: AppContext, version: { currency: string; validFrom: string }) =>
  config.billingFile.priceTables.some(isOf(version))

/** All price tables, the newest first; one of the configuration replaces a saved one of the same day. */
export async function priceTables(ctx: TransactionContext): Promise<PriceTable[]> {
  const saved = (await savedTables(ctx.db)).filter(table => !isConfigured(ctx, table))
  return [...ctx.config.billingFile.priceTables, ...saved].toSorted((one, other) =>
    one.validFrom < other.validFrom ? 1 : -1,
  )
}

/** The price table of a day; before the first one, the first one. */
export function tableOn(tables: readonly PriceTable[], currency: string, day: Day): PriceTable {
  const all = tables.filter(table => table.currency === currency)
  const found = all.find(table => table.validFrom <= day) ?? all.at(-1)
  if (!found) throw problem('no-price-table')
  return found
}

export async function listPrices(ctx: TransactionContext): Promise<OutputOf<typeof prices.list.reply>> {
  const today = dayOfInstant(ctx.clock.now())
  const tables = await priceTables(ctx)
  return { items: tables.map(table => versionOf(ctx, tables, table)), today }
}

function versionOf(ctx: TransactionContext, tables: readonly PriceTable[], table: PriceTable): Version {
  const next = tables
    .filter(other => other.currency === table.currency && other.validFrom > table.validFrom)
    .at(-1)?.validFrom
  const configured = isConfigured(ctx, table)
  return {
    table,
    validTo: next === undefined ? null : dayBefore(next),
    editable: !configured && table.validFrom > dayOfInstant(ctx.clock.now()),
    fromConfiguration: configured,
  }
}

function mustBeFuture(ctx: TransactionContext, version: { currency: string; validFrom: string }): void {
  if (isConfigured(ctx, version)) throw problem('price-table-configured')
  if (version.validFrom <= dayOfInstant(ctx.clock.now()))
    throw problem('price-table-closed', undefined, [{ field: 'validFrom', message: 'Choose a day after today' }])
}

const objectOf = ({ currency, validFrom }: { currency: string; validFrom: string }) => ({
  type: 'price-table',
  id: `${currency} ${validFrom}`,
  name: `${currency} ${validFrom}`,
})

/** @throws price-table-closed for today or a past day, price-table-configured */
export async function savePrices(ctx: TransactionContext, input: InputFor<'save'>): Promise<Version> {
  mustBeFuture(ctx, input)
  const before = (await savedTables(ctx.db)).find(isOf(input))
  await putTable(ctx.db, input, ctx.clock.now())
  await record(ctx, { action: 'price-table.saved', object: objectOf(input), ...(before && { before }), after: input })
  return versionOf(ctx, await priceTables(ctx), input)
}

/** @throws not-found, price-table-closed, price-table-configured */
export async function removePrices(ctx: TransactionContext, input: InputFor<'remove'>) {
  mustBeFuture(ctx, input)
  const before = (await savedTables(ctx.db)).find(isOf(input))
  if (!before || !(await deleteTable(ctx.db, input.currency, input.validFrom))) throw problem('not-found')
  await record(ctx, { action: 'price-table.deleted', object: objectOf(input), before })
  return doneReply
}
