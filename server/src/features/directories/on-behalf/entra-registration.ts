import * as z from 'zod/mini'
import type { Graph } from '../cloud/cloud.graph.ts'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import { rankAtEntra } from './entra-rank.ts'
import { remoteBytes, RemoteAccountRefusal, remoteText, type RemoteAccount } from './remote-account.ts'

// learn.microsoft.com/graph/api/fido2authenticationmethod-creationoptions and authentication-post-fido2methods

const sites = [
  'login.microsoft.com',
  'login.microsoft.us',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
]

const bounded = z.string().check(z.minLength(1), z.maxLength(1000))
const Options = z.object({
  publicKey: z.object({
    rp: z.object({ id: bounded, name: bounded }),
    user: z.object({ id: bounded, name: bounded, displayName: z.optional(z.nullable(z.string())) }),
    challenge: bounded,
    pubKeyCredParams: z.array(z.object({ alg: z.int() })),
    excludeCredentials: z.optional(z.nullable(z.array(z.object({ id: bounded })).check(z.maxLength(200)))),
    authenticatorSelection: z.optional(z.nullable(z.object({ userVerification: z.optional(z.nullable(z.string())) }))),
    extensions: z.optional(z.nullable(z.object({ hmacCreateSecret: z.optional(z.nullable(z.boolean())) }))),
  }),
})
const Method = z.object({ id: bounded, displayName: z.optional(z.nullable(z.string())) })

/** Older IDs end in a digit that counts the omitted base64 padding; newer ones don't, so both forms are tried. */
const idsOf = (text: string): Buffer[] => [
  remoteBytes(text),
  ...(/[012]$/.test(text) ? [remoteBytes(text.slice(0, -1))] : []),
]

export function entraAccount(graph: Graph, anchor: string, signal: AbortSignal): RemoteAccount {
  const person = `/users/${encodeURIComponent(anchor)}`
  const methods = `${person}/authentication/fido2Methods`
  return {
    administers: () => rankAtEntra(graph, anchor, signal),
    async begin() {
      const said = Options.safeParse(
        await graph.get(`${methods}/creationOptions(challengeTimeoutInMinutes=5)`, { signal }),
      )
      if (!said.success)
        throw new RemoteAccountRefusal('refused-there', 'It answered something that asks for no passkey')
      const { rp, user, challenge, pubKeyCredParams, excludeCredentials, ...more } = said.data.publicKey
      if (!sites.includes(rp.id)) throw new RemoteAccountRefusal('wrong-site', `It asked for a passkey of ${rp.id}`)
      if (!pubKeyCredParams.some(({ alg }) => alg === -7))
        throw new RemoteAccountRefusal('refused-there', 'It takes no ES256')
      return {
        rp,
        origin: `https://${rp.id}`,
        user: { id: remoteBytes(user.id), name: user.name, displayName: user.displayName ?? user.name },
        challenge: challenge.replace(/=+$/, ''),
        exclude: (excludeCredentials ?? []).flatMap(({ id }) => idsOf(id)),
        verified: more.authenticatorSelection?.userVerification === 'required',
        hmacSecret: more.extensions?.hmacCreateSecret === true,
        remote: null,
      }
    },
    async register(_offer, { credentialId, clientDataJSON, attestationObject, name }) {
      const made = await graph.post(
        methods,
        {
          displayName: name,
          publicKeyCredential: {
            id: remoteText(credentialId),
            response: { clientDataJSON: remoteText(clientDataJSON), attestationObject: remoteText(attestationObject) },
            clientExtensionResults: {},
          },
        },
        { signal },
      )
      return Method.parse(made).id
    },
    async find({ credentialId, name, remote }) {
      for await (const page of graph.pages(methods, { signal }))
        for (const one of page) {
          const { id, displayName } = Method.parse(one)
          if (id === remote || displayName === name || idsOf(id).some(bytes => bytes.equals(credentialId))) return id
        }
      return undefined
    },
    remove: remote => ignoreNotFound(graph.del(`${methods}/${encodeURIComponent(remote)}`, { signal })),
  }
}

export async function ignoreNotFound(removing: Promise<void>): Promise<void> {
  try {
    await removing
  } catch (error) {
    if (!(error instanceof CloudFailure) || error.status !== 404) throw error
  }
}
