import type { Page } from 'playwright-core'
import type { Product } from '../../product.ts'
import { apiCaller } from '../../workspace-setup.ts'

/** Signs in at a computer with an agent, by the key of the page. */
export async function signInAtComputer(product: Product, page: Page, agent: string) {
  const ask = apiCaller(product, { accessToken: agent, refreshToken: '' })
  const begun = await ask('POST', '/apis/agent/v1/sign-in/challenge', {})
  // As text, because these names belong to the browser
  const assertion: { id: string; type: string; response: Record<string, string> } = await page.evaluate(`(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(begun.body['options'])})
    return (await navigator.credentials.get({ publicKey })).toJSON()
  })()`)
  const { id, type, response } = assertion
  return ask('POST', '/apis/agent/v1/sign-in', { id, type, ...response, session: begun.body['session'] })
}
