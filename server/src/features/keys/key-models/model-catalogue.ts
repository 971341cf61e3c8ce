import { readFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { withoutTransaction } from '#http/bind.ts'
import { isolated } from '#platform/parsing/isolated-parser.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext, RequestContext, AppContext } from '#platform/app-context.ts'
import { CatalogueError, type Issue, parse, type ReceivedCatalogue } from './catalogue.parse.ts'
import { type CatalogueRow, findCatalogue, replaceCatalogue } from './key-models.store.ts'

export const catalogueOfRow = (row: CatalogueRow | undefined) => ({
  number: row?.number ?? null,
  nextUpdate: row ? new Date(row.next_update).toISOString().slice(0, 10) : null,
  models: row?.models ?? 0,
  loadedAt: row?.loaded_at.toISOString() ?? null,
  loadedBy: row?.loaded_by ?? null,
})

export const readCatalogue = async (ctx: TransactionContext) => catalogueOfRow(await findCatalogue(ctx.db))

const read = isolated<ReceivedCatalogue, Issue>({
  module: new URL('catalogue.parse.ts', import.meta.url),
  parse,
  size: ({ blob }) => blob.length,
  small: 16 * 1024,
  largest: 16 * 1024 * 1024,
  refusal: ({ name, message }) => (name === CatalogueError.name ? new CatalogueError(message) : undefined),
  stopped: () => new CatalogueError('This catalogue is too large or too complex to be read'),
})

const asProblem = (error: unknown): never => {
  throw error instanceof CatalogueError ? problem('catalogue-refused', error.message) : error
}

/**
 * Loads an issue of FIDO's catalog. @throws catalogue-refused if the signature, a date, or the number is wrong
 */
export const loadCatalogue = withoutTransaction(async (ctx: RequestContext, { blob }: { blob: string }) => {
  const issue = await read({ blob, root: (await trustedRoot(ctx)).raw, now: ctx.clock.now() }).catch(asProblem)
  return ctx.transact(async inside => {
    const row = {
      number: issue.number,
      next_update: issue.nextUpdate,
      models: issue.models.length,
      loaded_at: inside.clock.now(),
      loaded_by: shownAs(inside).name.slice(0, 260),
    }
    if (!(await replaceCatalogue(inside.db, row, issue.models)))
      throw problem('catalogue-refused', 'A newer version of this catalog is already loaded')
    await record(inside, {
      action: 'key-models.catalogue-loaded',
      after: { number: issue.number, models: issue.models.length, nextUpdate: issue.nextUpdate },
    })
    return catalogueOfRow(await findCatalogue(inside.db))
  })
})

/** The trusted root for catalogs: the configured one, or else GlobalSign's from Node. */
async function trustedRoot({ config }: Pick<AppContext, 'config'>): Promise<X509Certificate> {
  if (config.metadataRoot !== undefined) return new X509Certificate(await readFile(config.metadataRoot))
  const pem = rootCertificates.find(one => new X509Certificate(one).fingerprint256 === globalSignR3)
  if (pem === undefined) throw problem('catalogue-refused', 'Set METADATA_ROOT to the root certificate of the catalog')
  return new X509Certificate(pem)
}

const globalSignR3 = 'CB:B5:22:D7:B7:F1:27:AD:6A:01:13:86:5B:DF:1C:D4:10:2E:7D:07:59:AF:63:5A:7C:F4:72:0D:C9:63:C5:3B'
