import * as z from 'zod/mini'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import type { Okta } from '../cloud/cloud.okta.ts'
import { ignoreNotFound } from './entra-registration.ts'
import { remoteBytes, RemoteAccountRefusal, remoteText, type RemoteAccount } from './remote-account.ts'

// developer.okta.com, User Factors: enroll, activate, list, and unenroll a WebAuthn factor

const bounded = z.string().check(z.minLength(1), z.maxLength(1000))
const Enrolled = z.object({
  id: bounded,
  _embedded: z.object({
    activation: z.object({
      rp: z.object({ id: z.optional(z.nullable(z.string())), name: bounded }),
      user: z.object({ id: bounded, name: bounded, displayName: z.optional(z.nullable(z.string())) }),
      challenge: bounded,
      pubKeyCredParams: z.array(z.object({ alg: z.int() })),
      excludeCredentials: z.optional(z.nullable(z.array(z.object({ id: bounded })).check(z.maxLength(200)))),
      authenticatorSelection: z.optional(
        z.nullable(z.object({ userVerification: z.optional(z.nullable(z.string())) })),
      ),
    }),
  }),
})
const Factor = z.object({
  id: bounded,
  factorType: z.string(),
  status: z.optional(z.string()),
  profile: z.optional(z.nullable(z.object({ credentialId: z.optional(z.nullable(z.string())) }))),
})
const Factors = z.array(Factor)

const shared = ['okta.com', 'oktapreview.com', 'okta-emea.com', 'okta-gov.com', 'okta.mil']

/** A user's account at Okta; `host` is the organization's, the only RP ID for new passkeys. */
export function oktaAccount(okta: Okta, host: string, anchor: string, signal: AbortSignal): RemoteAccount {
  const person = `/users/${encodeURIComponent(anchor)}`
  const factors = `${person}/factors`
  return {
    async administers() {
      try {
        const roles = await okta.get(`${person}/roles`, { signal })
        return Array.isArray(roles) && roles.length === 0 ? 'no' : 'yes'
      } catch (error) {
        if (error instanceof CloudFailure && (error.status === 403 || error.status === 401)) return 'unknown'
        throw error
      }
    },
    async begin() {
      const said = Enrolled.safeParse(
        await okta.post(factors, { factorType: 'webauthn', provider: 'FIDO' }, { signal }),
      )
      if (!said.success)
        throw new RemoteAccountRefusal('refused-there', 'It answered something that asks for no passkey')
      const { rp, user, challenge, pubKeyCredParams, ...more } = said.data._embedded.activation
      const site = rp.id ?? host
      const own = site === host || (host.endsWith(`.${site}`) && site.includes('.') && !shared.includes(site))
      if (!own) throw new RemoteAccountRefusal('wrong-site', `It asked for a passkey of ${site}`)
      if (!pubKeyCredParams.some(({ alg }) => alg === -7))
        throw new RemoteAccountRefusal('refused-there', 'It takes no ES256')
      return {
        rp: { id: site, name: rp.name },
        origin: `https://${host}`,
        user: { id: remoteBytes(user.id), name: user.name, displayName: user.displayName ?? user.name },
        challenge: challenge.replace(/=+$/, ''),
        exclude: (more.excludeCredentials ?? []).map(({ id }) => remoteBytes(id)),
        verified: more.authenticatorSelection?.userVerification === 'required',
        hmacSecret: false,
        remote: said.data.id,
      }
    },
    async register({ remote }, { clientDataJSON, attestationObject }) {
      const body = {
        attestation: attestationObject.toString('base64'),
        clientData: clientDataJSON.toString('base64'),
      }
      const made = await okta.post(`${factors}/${encodeURIComponent(remote ?? '')}/lifecycle/activate`, body, {
        signal,
      })
      return Factor.parse(made).id
    },
    async find({ credentialId, remote }) {
      const all = Factors.parse(await okta.get(factors, { signal }))
      return all.find(
        ({ id, factorType, status, profile }) =>
          factorType === 'webauthn' &&
          status === 'ACTIVE' &&
          (id === remote || profile?.credentialId === remoteText(credentialId)),
      )?.id
    },
    remove: remote => ignoreNotFound(okta.del(`${factors}/${encodeURIComponent(remote)}`, { signal })),
  }
}
