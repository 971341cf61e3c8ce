import { type StrengthLevel, strengthLevelNames, strengthLevels } from '@claviger/contract/decide/policy-content'
import type { Strength, StrengthInFull } from '@claviger/contract/decide/strengths'
import { sendTogether } from '#platform/db/pipeline.ts'
import { sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { acrOf } from './strengths.meet.ts'
import {
  allStrengths,
  strengthsOfWorkspace,
  type StrengthRow,
  type StrengthUse,
  usesOfStrengths,
  type WorkspaceStrengths,
} from './strengths.store.ts'

export { strengthsOfWorkspace, type WorkspaceStrengths }

/** The `acr` values of the presets, in the terms of the OpenID Foundation where it has one. */
export const acrOfPreset = {
  any: 'urn:claviger:acr:basic',
  'multi-factor': 'urn:claviger:acr:pin',
  'phishing-resistant': 'phr',
  'hardware-bound': 'phrh',
} as const satisfies Record<StrengthLevel, string>

const isPreset = (id: string): id is StrengthLevel => strengthLevels.some(one => one === id)

// The setting of an application from before strengths had names of their own
const formerNames: Readonly<Record<string, string>> = { pin: 'multi-factor' }

const countsOf = (uses: readonly StrengthUse[], id: string) => {
  const of = uses.filter(use => (formerNames[use.strength] ?? use.strength) === id)
  const named = (kind: StrengthUse['kind']) =>
    of.filter(use => use.kind === kind).map(use => ({ id: use.id, name: use.name }))
  return { policies: named('policy'), applications: named('application') }
}

function presetIn(ctx: TransactionContext, level: StrengthLevel, uses: readonly StrengthUse[]): StrengthInFull {
  const usedBy = countsOf(uses, level)
  return {
    strengthId: level,
    preset: true,
    name: sayTo(ctx)(strengthLevelNames[level]),
    description: '',
    level,
    methods: [],
    keyKinds: [],
    models: [],
    pin: false,
    withinMinutes: null,
    acr: acrOfPreset[level],
    policies: usedBy.policies.length,
    applications: usedBy.applications.length,
    version: 1,
    changedAt: null,
    changedBy: null,
    usedBy,
  }
}

function ownIn(row: StrengthRow, uses: readonly StrengthUse[]): StrengthInFull {
  const usedBy = countsOf(uses, row.id)
  const { level, methods, keyKinds, models, pin, withinMinutes } = row.content
  return {
    strengthId: row.id,
    preset: false,
    name: row.name,
    description: row.description,
    level,
    methods: [...methods],
    keyKinds: [...keyKinds],
    models: [...models],
    pin,
    withinMinutes,
    acr: acrOf(row.id),
    policies: usedBy.policies.length,
    applications: usedBy.applications.length,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by,
    usedBy,
  }
}

/** All strengths: the presets, weakest first, then those of the workspace by name. */
export async function listStrengths(ctx: TransactionContext): Promise<{ items: Strength[] }> {
  const [rows, uses] = await sendTogether(allStrengths(ctx.db), usesOfStrengths(ctx.db))
  const all = [...strengthLevels.map(level => presetIn(ctx, level, uses)), ...rows.map(row => ownIn(row, uses))]
  return { items: all.map(({ usedBy: _usedBy, ...one }) => one) }
}

export async function listNames(ctx: TransactionContext) {
  const say = sayTo(ctx)
  return {
    items: [
      ...strengthLevels.map(level => ({ strengthId: level, name: say(strengthLevelNames[level]), preset: true })),
      ...(await allStrengths(ctx.db)).map(({ id, name }) => ({ strengthId: id, name, preset: false })),
    ],
  }
}

/** @throws not-found */
export async function getStrength(
  ctx: TransactionContext,
  { strengthId }: { strengthId: string },
): Promise<StrengthInFull> {
  const [rows, uses] = await sendTogether(allStrengths(ctx.db), usesOfStrengths(ctx.db))
  if (isPreset(strengthId)) return presetIn(ctx, strengthId, uses)
  const row = rows.find(one => one.id === strengthId)
  if (!row) throw problem('not-found')
  return ownIn(row, uses)
}

/** The strengths of the workspace with their rules. */
export const ownStrengths = (ctx: TransactionContext): Promise<StrengthRow[]> => allStrengths(ctx.db)
