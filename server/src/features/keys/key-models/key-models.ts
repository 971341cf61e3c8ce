import { describeAuthenticator, knownAuthenticators } from '@claviger/contract/keys/authenticators'
import type { KeyModel, ModelRules } from '@claviger/contract/keys/key-models'
import type { KeyInfo } from '@claviger/contract/keys/security-keys'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isPathTrusted } from '../ceremony/ceremony.certificates.ts'
import { catalogueOfRow } from './model-catalogue.ts'
import { findCatalogue, findModel, findRules, keysByModel, modelRows, saveRules } from './key-models.store.ts'

interface Made {
  aaguid: string
  attestation: string
  certificates: readonly string[]
}

export async function listModels(ctx: TransactionContext) {
  const listed = new Map((await modelRows(ctx.db)).map(row => [row.aaguid, row]))
  const used = new Map((await keysByModel(ctx.db)).map(row => [row.aaguid, row.count]))
  const rules = await findRules(ctx.db)
  const aaguids = new Set([
    ...knownAuthenticators.map(one => one.aaguid),
    ...listed.keys(),
    ...used.keys(),
    ...rules.models,
  ])
  const items = [...aaguids].map((aaguid): KeyModel => {
    const known = describeAuthenticator(aaguid)
    const row = listed.get(aaguid)
    return {
      aaguid,
      name: known.kind === 'unknown' ? (row?.description ?? aaguid) : known.name,
      picture: known.kind,
      icon: row?.icon ?? null,
      status: row?.status ?? null,
      warning: row?.warning ?? null,
      keys: used.get(aaguid) ?? 0,
    }
  })
  const catalogue = catalogueOfRow(await findCatalogue(ctx.db))
  return {
    items: items.toSorted(
      (a, b) => b.keys - a.keys || a.name.localeCompare(b.name) || a.aaguid.localeCompare(b.aaguid),
    ),
    rules,
    catalogue,
  }
}

export async function changeRules(ctx: TransactionContext, input: ModelRules): Promise<ModelRules> {
  const before = await findRules(ctx.db)
  const after = { ...input, models: input.mode === 'any' ? [] : [...new Set(input.models)].toSorted() }
  if (JSON.stringify(before) === JSON.stringify(after)) return after
  await saveRules(ctx.db, workspaceOf(ctx), after, ctx.clock.now())
  await record(ctx, { action: 'key-models.rules-changed', before: inWords(before), after: inWords(after) })
  return after
}

const inWords = ({ mode, models, attested }: ModelRules) => ({
  mode,
  models: models.slice(0, 50).map(aaguid => describeAuthenticator(aaguid).name),
  attested,
})

/**
 * Applies the workspace's model rules to a new passkey and returns its attestation level. Refusals stay in the
 * log.
 * @throws model-denied, attestation-demanded
 */
export async function checkModel(
  ctx: TransactionContext,
  made: Made,
  owner: { id: string; first_name: string; last_name: string },
): Promise<string> {
  const attestation = await vouchedFor(ctx, made)
  const rules = await findRules(ctx.db)
  const refused = refusalOf(rules, made.aaguid, attestation)
  if (!refused) return attestation
  throw problem(refused).recorded(workspaceOf(ctx), {
    action: 'passkey.refused',
    failed: refused === 'model-denied' ? 'This model of key is not allowed' : 'The maker does not vouch for this key',
    by: { id: owner.id, name: `${owner.first_name} ${owner.last_name}` },
    object: { type: 'key-model', id: made.aaguid, name: describeAuthenticator(made.aaguid).name },
  })
}

/** Whether the certificates end in a root that the catalog lists for this exact model. */
async function vouchedFor(ctx: TransactionContext, { aaguid, attestation, certificates }: Made): Promise<string> {
  // A U2F key's signature doesn't cover its model (§8.6)
  if (isTrusted(attestation) || certificates.length === 0 || attestation.startsWith('fido-u2f ')) return attestation
  const model = await findModel(ctx.db, aaguid)
  const path = certificates.map(one => Buffer.from(one, 'base64url'))
  const vouched = model && isPathTrusted(path, model.roots.map(pemOf), ctx.clock.now())
  return vouched ? `${attestation} trusted` : attestation
}

const pemOf = (der: string) => `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----`
const isTrusted = (attestation: string) => attestation.endsWith(' trusted')

function refusalOf(rules: ModelRules, aaguid: string, attestation: string) {
  if (rules.mode === 'only' && !rules.models.includes(aaguid)) return 'model-denied'
  if (rules.mode === 'except' && rules.models.includes(aaguid)) return 'model-denied'
  return rules.attested && !isTrusted(attestation) ? 'attestation-demanded' : undefined
}

export const isAllowedModel = async (ctx: TransactionContext, aaguid: string, attestation: string): Promise<boolean> =>
  refusalOf(await findRules(ctx.db), aaguid, attestation) === undefined

export async function factsOfModel(ctx: TransactionContext, aaguid: string): Promise<KeyInfo['certification']> {
  const row = await findModel(ctx.db, aaguid)
  if (!row) return null
  return {
    description: row.description,
    status: row.status,
    since: row.since === null ? null : dayOf(row.since),
    warning: row.warning,
    icon: row.icon,
  }
}

const dayOf = (date: Date | string): string => (typeof date === 'string' ? date : date.toISOString()).slice(0, 10)
