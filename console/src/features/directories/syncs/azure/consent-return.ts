import { entra } from '@claviger/contract/directories/entra'
import { useEffect } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'

/** Parses Microsoft's redirect parameters; null if the user did not come from Microsoft. */
export function parseConsentReturn(search: string) {
  const query = new URLSearchParams(search)
  const state = query.get('state')
  if (state === null) return null
  const refused = query.get('error_description') ?? query.get('error')
  return { state, tenant: query.get('tenant') ?? '', code: query.get('code') ?? '', refused }
}
export type ConsentReturn = ReturnType<typeof parseConsentReturn>

/** Continues after the redirect: to the sign-in that proves a consent, or with the API application it was for. */
export function useBack(back: ConsentReturn, found: (application: string) => void) {
  const arriving = useWrite(entra.arrive, {
    quiet: true,
    done({ application, url }) {
      if (url !== null) window.location.assign(url)
      else if (application !== null) found(application)
    },
  })
  const { mutate, isPending, error, data } = arriving
  useEffect(() => {
    if (back && back.refused === null) mutate({ state: back.state, tenant: back.tenant, code: back.code })
    // Once for each return
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [back?.state])
  return { busy: isPending || typeof data?.url === 'string', error: back?.refused ?? error?.message ?? null }
}
