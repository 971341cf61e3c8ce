import { allBills } from '@claviger/contract/billing/all-bills'
import { bills } from '@claviger/contract/billing/bills'
import { call } from '#platform/data/call.ts'
import { download } from '#platform/ui/list/exportRows.ts'

/** Downloads a bill as PDF with its e-invoice inside: one of the workspace, or of any workspace. */
export async function downloadPdf(id: string, name = id, of: 'workspace' | 'any' = 'workspace'): Promise<void> {
  const options = { bytes: true }
  const asked = of === 'any' ? call(allBills.pdf, { id }, options) : call(bills.pdf, { id }, options)
  const file = await asked.catch(() => null)
  if (file !== null) download(`${name}.pdf`, 'application/pdf', file as unknown as Blob)
}

/** Downloads a bill as CSV; a refusal is shown as a toast. */
export async function downloadCsv(id: string, name = id): Promise<void> {
  const file = await call(bills.csv, { id }, { bytes: true }).catch(() => null)
  if (file !== null) download(`${name}.csv`, 'text/csv', file as unknown as Blob)
}
