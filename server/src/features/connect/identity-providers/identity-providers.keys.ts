import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { SamlProvider } from '@claviger/contract/connect/identity-providers'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { makeCertificate, pemOf } from '#platform/secrets/certificate.ts'
import type { TransactionContext, RequestContext, AppContext } from '#platform/app-context.ts'
import { mustActForAll } from './provider-checks.ts'
import { lockProvider, type SamlRow, updateProvider } from './identity-providers.store.ts'
import { getSaml, isSaml, sealSecret } from './identity-providers.ts'

const lastsYears = 10

export async function newPair(world: Pick<AppContext, 'clock'>, provider: string) {
  const now = world.clock.now()
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + lastsYears)
  const made = await makeCertificate(`Claviger ${provider.slice(0, 8)}`, now, until)
  const key = createPrivateKey({ key: made.privateKey, type: 'pkcs8', format: 'der' })
  return {
    certificate: pemOf(made.certificate),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/**
 * Creates a new key for a provider and announces its certificate: assertions may be encrypted for it immediately,
 * while the previous key continues to sign.
 * @throws acts-for-all, not-found, saml-key-announced
 */
export async function announceProviderKey(ctx: RequestContext, { id }: { id: string }): Promise<SamlProvider> {
  const { certificate, privateKey } = await newPair(ctx, id)
  return ctx.transact(async inner => {
    const row = await samlToChange(inner, id)
    if (row.settings.nextCertificate !== null) throw problem('saml-key-announced')
    await keep(inner, row, {
      settings: { ...row.settings, nextCertificate: certificate },
      next_sealed: await sealSecret(inner, id, privateKey),
    })
    await record(inner, {
      action: 'identity-provider.key-announced',
      object: objectOf(row),
      after: { fingerprint: fingerprintOf(certificate) },
    })
    return getSaml(inner, { id })
  })
}

/**
 * Completes a rollover: the announced key replaces the current one.
 * @throws acts-for-all, not-found, saml-key-missing
 */
export async function changeProviderKey(ctx: TransactionContext, { id }: { id: string }): Promise<SamlProvider> {
  const row = await samlToChange(ctx, id)
  const { ownCertificate, nextCertificate } = row.settings
  if (nextCertificate === null) throw problem('saml-key-missing')
  await keep(ctx, row, {
    settings: { ...row.settings, ownCertificate: nextCertificate, nextCertificate: null },
    sealed: row.next_sealed,
    next_sealed: null,
    own_ends_at: endOf(nextCertificate),
    own_told_days: null,
  })
  await record(ctx, {
    action: 'identity-provider.key-changed',
    object: objectOf(row),
    before: { fingerprint: fingerprintOf(ownCertificate) },
    after: { fingerprint: fingerprintOf(nextCertificate) },
  })
  return getSaml(ctx, { id })
}

/** Withdraws the announced key. @throws acts-for-all, not-found, saml-key-missing */
export async function cancelProviderKey(ctx: TransactionContext, { id }: { id: string }): Promise<SamlProvider> {
  const row = await samlToChange(ctx, id)
  const { nextCertificate } = row.settings
  if (nextCertificate === null) throw problem('saml-key-missing')
  await keep(ctx, row, { settings: { ...row.settings, nextCertificate: null }, next_sealed: null })
  await record(ctx, {
    action: 'identity-provider.key-cancelled',
    object: objectOf(row),
    before: { fingerprint: fingerprintOf(nextCertificate) },
  })
  return getSaml(ctx, { id })
}

async function samlToChange(ctx: TransactionContext, id: string): Promise<SamlRow> {
  mustActForAll(ctx)
  const row = await lockProvider(ctx.db, id)
  if (!row || !isSaml(row)) throw problem('not-found')
  return row
}

// Doesn't increment the version, so pending sign-ins continue: the provider's trusted settings are unchanged
const keep = (
  ctx: TransactionContext,
  row: SamlRow,
  to: {
    settings: SamlRow['settings']
    sealed?: Buffer | null
    next_sealed: Buffer | null
    own_ends_at?: Date
    own_told_days?: null
  },
): Promise<void> =>
  updateProvider(ctx.db, row.id, {
    ...to,
    settings: JSON.stringify(to.settings),
    changed_at: ctx.clock.now(),
    changed_by: shownAs(ctx).name.slice(0, 260),
  })

export const endOf = (pem: string): Date => new X509Certificate(pem).validToDate

const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'identity-provider', id, name })
