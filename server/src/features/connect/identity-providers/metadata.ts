import type { DeferredText } from '@claviger/contract/platform/wording'
import { deferText, msg } from '#platform/languages.ts'
import { isolated } from '#platform/parsing/isolated-parser.ts'
import { problem } from '#platform/problem.ts'
import { isWebAddress } from '#integrations/private-addresses.ts'
import { type Guard, DeliveryError } from '#integrations/target.ts'
import { fetchOf, purposeIn } from './identity-providers.fetch.ts'
import { MetadataError, parse, type ProviderMetadata } from './metadata.parse.ts'

const refused = (message: string | DeferredText) => problem('provider-wrong', message, [{ field: 'metadata', message }])

/** Fetches metadata from an administrator's address. @throws provider-unreachable, provider-wrong */
export async function fetchProviderMetadata(guard: Guard, workspace: string, url: string): Promise<string> {
  if (!isWebAddress(guard.config, url)) {
    const message = msg('This URL must start with https://')
    throw problem('provider-unreachable', message, [{ field: 'metadataUrl', message }])
  }
  try {
    const answer = await fetchOf(guard, purposeIn(workspace))(url, {
      headers: { accept: 'application/samlmetadata+xml, */*' },
    })
    if (answer.status !== 200) throw refused(msg('The metadata URL returned an error'))
    return await answer.text()
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    throw problem('provider-unreachable', error.says, [{ field: 'metadataUrl', message: error.says }])
  }
}

const read = isolated<{ text: string; now: Date }, ProviderMetadata>({
  module: new URL('metadata.parse.ts', import.meta.url),
  parse,
  size: ({ text }) => text.length,
  small: 16 * 1024,
  largest: 1024 * 1024,
  refusal: ({ name, message, details }) =>
    name === MetadataError.name
      ? new MetadataError(message, details['values'] as Readonly<Record<string, string>>)
      : undefined,
  stopped: () => new MetadataError(msg('This metadata is too large or too complex to be read')),
})

/** Parses the metadata of a single SAML provider. @throws provider-wrong */
export async function readMetadata(text: string, now: Date): Promise<ProviderMetadata> {
  try {
    return await read({ text, now })
  } catch (error) {
    throw error instanceof MetadataError ? refused(deferText(error.message, error.values)) : error
  }
}
