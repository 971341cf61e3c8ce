import { bills } from '@claviger/contract/billing/bills'
import { call } from '#platform/data/call.ts'
import { download } from '#platform/ui/list/exportRows.ts'

/** Downloads a bill as CSV; a refusal is shown as a toast. */
export async function downloadCsv(id: string, name = id): Promise<void> {
  const file = await call(bills.csv, { id }, { bytes: true }).catch(() => null)
  if (file !== null) download(`${name}.csv`, 'text/csv', file as unknown as Blob)
}
