import type { EntraSignIn } from '@claviger/contract/access/self-service'
import { fromPage } from '../state/names.ts'
import type { Memo } from '../state/memo.ts'
import { post } from './extension.ts'

/** Where the identity provider returns to (R85). */
export const returnPath = '/msal/result'
const library = '/msal-browser.min.js'

interface Client {
  initialize(): Promise<void>
  loginRedirect(request: {
    scopes: readonly string[]
    nonce: string
    prompt: 'login'
    loginHint?: string
  }): Promise<void>
  handleRedirectPromise(options: { navigateToLoginRequestUrl: boolean }): Promise<{ idToken: string } | null>
}
interface Settings {
  auth: {
    clientId: string
    authority: string
    knownAuthorities: readonly string[]
    redirectUri: string
    onRedirectNavigate?: (url: string) => boolean
  }
  cache: { cacheLocation: 'sessionStorage' }
}
type Library = { msal?: { PublicClientApplication: new (settings: Settings) => Client } }

/** Loads the library of the identity provider, when somebody first needs it (R85). */
function load(): Promise<void> {
  if ((window as Library).msal) return Promise.resolve()
  return new Promise((done, failed) => {
    const script = document.createElement('script')
    script.src = library
    script.addEventListener('load', () => done())
    script.addEventListener('error', () => failed(new Error('The sign-in could not be loaded')))
    document.head.append(script)
  })
}

async function client(of: Pick<EntraSignIn, 'clientId' | 'authority'>, navigate?: (url: string) => boolean) {
  await load()
  const { msal } = window as Library
  if (!msal) throw new Error('The sign-in could not be loaded')
  const made = new msal.PublicClientApplication({
    auth: {
      clientId: of.clientId,
      authority: of.authority,
      // The tenant is the workspace's own choice: nobody else needs to be asked about it
      knownAuthorities: [new URL(of.authority).host],
      redirectUri: location.origin + returnPath,
      ...(navigate ? { onRedirectNavigate: navigate } : {}),
    },
    cache: { cacheLocation: 'sessionStorage' },
  })
  await made.initialize()
  return made
}

/** Leaves for the sign-in of the workspace, or lets the extension do it (R84). */
export async function signIn(entra: EntraSignIn, scopes: readonly string[], by: 'page' | 'extension'): Promise<void> {
  const toExtension = (url: string) => {
    post({ source: fromPage, type: 'SSO_AUTOMATION', payload: { url } })
    return false
  }
  const app = await client(entra, by === 'extension' ? toExtension : undefined)
  const { nonce, loginHint } = entra
  // On a shared machine whoever came before may be signed in there still, and the card would become theirs
  await app.loginRedirect({ scopes, nonce, prompt: 'login', ...(loginHint === null ? {} : { loginHint }) })
}

/** Ends a sign-in that this page was left for; null when it was not finished. */
export async function finish(memo: Memo): Promise<string | null> {
  const app = await client(memo)
  const result = await app.handleRedirectPromise({ navigateToLoginRequestUrl: false })
  return result?.idToken ?? null
}
