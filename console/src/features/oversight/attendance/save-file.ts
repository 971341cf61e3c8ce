import type { Endpoint, InputOf, Schema } from '@claviger/contract/platform/endpoint'
import { call } from '#platform/data/call.ts'
import { download } from '#platform/ui/list/exportRows.ts'

/** Downloads the file that a call answers with; the call itself shows its error. */
export async function saveFile<I extends Schema>(
  of: Endpoint<I>,
  input: InputOf<I>,
  name: string,
  type: string,
): Promise<void> {
  const file = (await call(of, input, { bytes: true }).catch(() => null)) as Blob | null
  if (file !== null) download(name.replaceAll(/[\\/:*?"<>|]/g, '-'), type, file)
}
