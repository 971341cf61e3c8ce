import { PageSettings, type PageSettingsInput } from '@claviger/contract/access/self-service-settings/page-settings'
import * as z from 'zod/mini'
import type { TransactionContext } from '#platform/app-context.ts'
import { createPage, mostPages, updatePage } from './page-changes.ts'
import { logFieldsOfPage } from './notices/page-log.ts'
import { isWithProvider } from './self-service-settings.provider.ts'
import { pageAt, settingsOfRow } from './self-service-settings.ts'
import * as store from './self-service-settings.store.ts'

// References, addresses, and mailboxes belong to one workspace
const ofOneWorkspace = {
  tokenPolicyId: true,
  providerId: true,
  automatic: true,
  mainUrl: true,
  redirectUrl: true,
  redirectOrigins: true,
  tellDesk: true,
  debugMode: true,
} as const
const PortableSettings = z.omit(PageSettings, ofOneWorkspace)

/** A card page as every workspace can have it: without its address, and without what only one workspace has. */
export interface PortablePage {
  name: string
  settings: z.output<typeof PortableSettings>
}

/** The card pages of the workspace; other workspaces lack the provider or address that some of them verify with. */
export const portablePages = async (ctx: TransactionContext) =>
  (await store.ownPages(ctx.db)).map(row => {
    const settings = settingsOfRow(row)
    const { verificationType } = settings
    const page: PortablePage = { name: row.name, settings: z.parse(PortableSettings, settings) }
    return {
      address: row.address,
      page,
      isPortable: !isWithProvider(verificationType) && verificationType !== 'automatic',
    }
  })

/** The settings of a page by the names that the log uses, to compare and show them. */
export function fieldsOfPage({ name, settings }: PortablePage): Record<string, unknown> {
  const whole = z.parse(PageSettings, settings satisfies PageSettingsInput)
  const { name: _name, ...fields } = logFieldsOfPage(name, whole)
  const left = [...Object.keys(ofOneWorkspace), 'keyPolicy_id', 'identityProvider_id', 'automaticAddress']
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([field]) => !left.includes(field))),
    attributes: settings.attributes.map(one => `${one.name} (${one.from})`),
    texts: Object.entries(settings.messages).map(
      ([language, texts]) => `${language}: ${Object.values(texts).join(' | ')}`,
    ),
  }
}

const keyOf = (name: string) => name.toLowerCase()

/** Would these pages exceed the number that a workspace can have? */
export async function pagesExceed(ctx: TransactionContext, pages: readonly PortablePage[]): Promise<boolean> {
  const here = new Set((await store.ownPages(ctx.db)).map(row => keyOf(row.name)))
  return here.size + pages.filter(one => !here.has(keyOf(one.name))).length > mostPages
}

/**
 * Changes pages with these names, and creates the missing ones switched off: only the workspace decides when a page of its
 * own opens.
 * @throws acts-for-all, verify-first
 */
export async function putPages(ctx: TransactionContext, pages: readonly PortablePage[]): Promise<void> {
  const here = new Map((await store.ownPages(ctx.db)).map(row => [keyOf(row.name), row]))
  for (const { name, settings } of pages) {
    const row = here.get(keyOf(name))
    if (row) {
      const all = { ...settingsOfRow(row), ...settings }
      await updatePage(ctx, { page: row.address, name: row.name, settings: all, version: row.version })
    } else {
      const page = await freeAddress(ctx, name)
      await createPage(ctx, { page, name, settings: z.parse(PageSettings, settings), draft: true })
    }
  }
}

const mostTries = 100

async function freeAddress(ctx: TransactionContext, name: string): Promise<string> {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
  const base = words.length < 3 ? `page-${words || 'card'}` : words
  for (let n = 1; n <= mostTries; n++) {
    const address = n === 1 ? base : `${base}-${n}`
    if (!(await pageAt(ctx, address)) && !(await store.isReserved(ctx.db, address))) return address
  }
  throw new Error(`${base}-${mostTries} is taken`)
}
