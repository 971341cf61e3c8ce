import { keyActivation } from '@claviger/contract/keys/security-keys/key-activation'
import { useEffect, useState } from 'react'
import { keep } from '../../../ground/data/tokens.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'

/** The link in the address, opened once the page stands; its session is kept for the calls that follow. */
export function useOpened() {
  const [link] = useState(() => new URLSearchParams(window.location.search).get('link') ?? '')
  const { mutate, data, error } = useWrite(keyActivation.open, {
    quiet: true,
    done: reply => keep('interim', reply.session),
  })
  useEffect(() => {
    if (link !== '') mutate({ link })
  }, [link, mutate])
  const fault =
    link === '' ? t('This address is not complete. Open the link in your mail again.') : (error?.message ?? null)
  return { opened: data ?? null, fault }
}
