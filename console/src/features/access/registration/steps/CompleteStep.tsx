import { registration } from '@claviger/contract/access/registration'
import { Loader } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { CallError } from '#platform/data/refusal.ts'
import { keepTokens } from '#platform/data/tokens.ts'
import { t } from '#platform/text/text.ts'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import type { BegunProps } from '../step.ts'

export default function CompleteStep({ state, mend, refused }: BegunProps) {
  const [fault, setFault] = useState<unknown>(null)
  const asked = useRef(false)

  const personal = state.kind === 'personal'

  const finish = useCallback(async () => {
    setFault(null)
    try {
      keepTokens(await call(registration.complete, {}, { quiet: true }))
      // A workspace has its first steps on the dashboard
      window.location.assign(personal ? '/auth/register/onboarding/created' : '/dashboard')
    } catch (failure) {
      if (failure instanceof CallError && failure.code === 'workspace-url-taken') mend('workspace', failure.message)
      else if (!(failure instanceof CallError && refused(failure))) setFault(failure)
    }
  }, [mend, personal, refused])

  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void finish()
  }, [finish])

  if (fault !== null)
    return (
      <ErrorCard
        title={t('Setup failed')}
        fault={fault}
        retry={() => void finish()}
        kept={t('Your answers are saved.')}
      />
    )
  return (
    <div role="status" aria-label={t('Creating')}>
      <Loader size={24} />
    </div>
  )
}
