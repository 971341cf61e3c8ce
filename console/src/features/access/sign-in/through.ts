import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { useRef } from 'react'
import type { FormEvent } from 'react'
import { call } from '../../../ground/data/call.ts'
import { wayBack } from '../../../ground/data/wayBack.ts'

/** The address of a provider, with the way back to where the person came from (R24). */
export function wayThrough(url: string): string {
  const back = wayBack(window.location.search, window.location.origin)
  return `${url}&${new URLSearchParams({ redirectUrl: back }).toString()}`
}

// Whoever connects an account there was just sent here to sign in by an own way
const isConnecting = () => wayBack(window.location.search, window.location.origin).startsWith('/sign-in/external')

/** Before a form with an address is sent: people of some domains go to their provider at once. */
export function useOwnProvider() {
  const asked = useRef('')
  return (event: FormEvent) => {
    const form = event.target as HTMLFormElement
    const email = form.querySelector<HTMLInputElement>('input[type="email"]')?.value.trim() ?? ''
    if (!email.includes('@') || asked.current === email || isConnecting()) return
    event.preventDefault()
    event.stopPropagation()
    asked.current = email
    // Where that cannot be asked, the person signs in as ever
    call(externalSignIn.providerOf, { email }, { quiet: true }).then(
      ({ url }) => (url === null ? form.requestSubmit() : window.location.assign(wayThrough(url))),
      () => form.requestSubmit(),
    )
  }
}
