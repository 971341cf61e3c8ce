import {
  BookmarkContent,
  OidcContent,
  protocols,
  ProxyContent,
  SamlContent,
} from '@claviger/contract/apps/applications'
import type { catalogue, Guide, PresetValues } from '@claviger/contract/apps/catalogue'
import type { Preset, PresetField } from '@claviger/contract/apps/catalogue/preset'
import { filledIn, presets } from '@claviger/contract/apps/catalogue/presets'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { safeParse } from 'zod/v4/core'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { cameFrom, saidOf } from '../applications/applications.preset.ts'
import { createApplication, removeThose, updateOne } from '../applications/applications.save.ts'
import { forwardAddresses, ownAddresses } from './catalogue.ours.ts'

type InputFor<Call extends keyof typeof catalogue.calls> = OutputOf<(typeof catalogue.calls)[Call]['input']>

const presetOf = (key: string | null): Preset | undefined => presets.find(preset => preset.key === key)

export const listPresets = (ctx: TransactionContext) => ({
  presets: presets.map(({ key, name, protocol, category, docs, fields }) => ({
    key,
    name,
    protocol,
    category,
    docs,
    fields: [...fields],
  })),
  ours: ownAddresses(ctx),
})

const asks: Record<PresetField, string> = {
  address: 'Address is required',
  name: 'Name is required',
  spEntityId: 'Entity ID is required',
  acs: 'Address is required',
  redirect: 'Address is required',
  roles: 'Enter both ARNs, separated by a comma',
  tenant: 'Enter the tenant ID',
  application: 'Enter the application ID',
  page: 'Address is required',
}

/** The preset's inputs only. @throws invalid-input if one is missing */
function saidFor(preset: Preset, values: PresetValues): Record<string, string> {
  const missing = preset.fields.filter(field => values[field] === undefined)
  if (missing.length > 0)
    throw problem(
      'invalid-input',
      undefined,
      missing.map(field => ({ field: `values.${field}`, message: asks[field] })),
    )
  const address = preset.protocol === protocols.proxy && values.address !== undefined ? new URL(values.address) : null
  return Object.fromEntries([
    ...(address ? [['host', address.host]] : []),
    ...(values.redirect === undefined ? [] : [['redirectOrigin', new URL(values.redirect).origin]]),
    ...(values.acs === undefined ? [] : [['acsOrigin', new URL(values.acs).origin]]),
    ...preset.fields.flatMap(field => (values[field] === undefined ? [] : [[field, values[field]]])),
  ])
}

function readContent(preset: Preset, shared: object, said: Readonly<Record<string, string>>) {
  if (preset.protocol === protocols.oidc)
    return safeParse(OidcContent, { ...shared, oidc: filledIn(preset.oidc, said) })
  if (preset.protocol === protocols.saml)
    return safeParse(SamlContent, { ...shared, saml: filledIn(preset.saml, said) })
  return preset.protocol === protocols.proxy
    ? safeParse(ProxyContent, { ...shared, proxy: filledIn(preset.proxy, said) })
    : safeParse(BookmarkContent, { ...shared, bookmark: filledIn(preset.bookmark, said) })
}

/** Settings from a preset, validated like manual input. @throws invalid-input */
function contentOf(preset: Preset, name: string, said: Readonly<Record<string, string>>) {
  const mapping = filledIn(preset.mapping ?? [], said)
  const read = readContent(preset, { name, mapping }, said)
  if (read.success) return read.data
  const [first] = preset.fields
  const message = 'Enter a URL that starts with https://'
  throw problem('invalid-input', undefined, first ? [{ field: `values.${first}`, message }] : [])
}

/**
 * Creates an application from the catalog and returns its setup guide.
 * @throws not-found, invalid-input, and the refusals of creating an application
 */
export async function makeFromPreset(ctx: TransactionContext, input: InputFor<'make'>) {
  const preset = presetOf(input.preset)
  if (!preset) throw problem('not-found')
  const said = saidFor(preset, input.values)
  const application = await createApplication(ctx, contentOf(preset, input.name ?? preset.name, said), {
    preset: preset.key,
    values: said,
  })
  return { application, guide: await guideOf(ctx, application) }
}

/** Reapplies a preset with new inputs; other manual changes are kept. @throws not-found, invalid-input */
export async function changePreset(ctx: TransactionContext, { id, values }: InputFor<'change'>) {
  const { application, ...from } = await cameFrom(ctx, id)
  const preset = presetOf(from.preset)
  if (!preset) throw problem('not-found')
  const said = saidFor(preset, { ...from.values, ...values })
  const former = contentOf(preset, application.name, saidFor(preset, from.values))
  const [before, after] = [former, contentOf(preset, application.name, said)]
  const moved = (was: object, is: object, now: object) =>
    Object.fromEntries(
      Object.entries(now).map(([field, value]) => {
        const [old, other] = [was, is].map(one => (one as Record<string, unknown>)[field])
        return [field, JSON.stringify(old) === JSON.stringify(other) ? value : other]
      }),
    )
  const kept = { id, name: application.name, mapping: application.mapping }
  const read =
    'oidc' in after && 'oidc' in before
      ? safeParse(OidcContent, { ...kept, oidc: moved(before.oidc, after.oidc, application.settings) })
      : 'saml' in after && 'saml' in before
        ? safeParse(SamlContent, { ...kept, saml: moved(before.saml, after.saml, application.settings) })
        : 'proxy' in after && 'proxy' in before
          ? safeParse(ProxyContent, { ...kept, proxy: moved(before.proxy, after.proxy, application.settings) })
          : 'bookmark' in after
            ? safeParse(BookmarkContent, { ...kept, bookmark: after.bookmark })
            : undefined
  if (!read?.success) throw problem('invalid-input')
  await saidOf(ctx, id, said)
  return updateOne(ctx, { ...read.data, id })
}

/** Deletes applications, only those created from the catalog. */
export async function removePresets(ctx: TransactionContext, { ids }: InputFor<'remove'>) {
  const from: string[] = []
  for (const id of ids) {
    const found = await cameFrom(ctx, id).catch(() => undefined)
    if (found?.preset) from.push(id)
  }
  return removeThose(null)(ctx, { ids: from })
}

const generalKeys = { 1: 'openid-connect', 2: 'saml', 3: 'nginx', 4: 'bookmark' } as const

/** Setup guide of an application; generic for its protocol if it has no preset. @throws not-found */
export async function guideOf(ctx: TransactionContext, { id }: { id: string }): Promise<Guide> {
  const from = await cameFrom(ctx, id)
  const general = presetOf(generalKeys[from.application.protocol])
  const preset = presetOf(from.preset) ?? general
  const values = {
    ...from.values,
    ...ownAddresses(ctx),
    ourHost: new URL(ctx.config.publicUrl).host,
    ...forwardAddresses(ctx, from.application),
    ...(from.clientId !== null && { clientId: from.clientId }),
  }
  return {
    name: from.application.name,
    docs: preset === general ? null : (preset?.docs ?? null),
    where: preset?.where ?? '',
    enter: (preset?.enter ?? []).map(([label, value]) => ({ label, value: filledIn(value, values) })),
    file: preset?.file ? filledIn({ ...preset.file }, values) : null,
  }
}
