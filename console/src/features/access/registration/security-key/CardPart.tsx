import { registration } from '@claviger/contract/access/registration'
import type { RegistrationState } from '@claviger/contract/access/registration'
import { defaultPin } from '@claviger/contract/platform/pin'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { CardTap } from '#features/keys/key-activation/CardTap.tsx'
import { PinStep } from '#features/keys/key-activation/PinStep.tsx'

export function CardPart({
  saved,
  refused,
}: {
  saved: (state: RegistrationState) => void
  refused: (refusal: CallError) => boolean
}) {
  const [cardId, setCardId] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const keep = useWrite(registration.accessKey, { quiet: true, done: saved })
  const set = (pin: string | undefined) => {
    setProblem(null)
    keep.mutate(
      { cardId, pin: pin ?? '' },
      {
        onError(refusal) {
          if (refused(refusal)) return
          setProblem(refusal.message)
          if (refusal.code === 'card-unreadable') setCardId('')
        },
      },
    )
  }
  return (
    <>
      {problem !== null && <Notice level="error">{problem}</Notice>}
      {cardId === '' ? (
        <CardTap heard={setCardId} busy={false} />
      ) : (
        <>
          <PinStep rules={defaultPin} busy={keep.isPending} skip={false} set={set} />
          <Button variant="subtle" disabled={keep.isPending} onClick={() => setCardId('')}>
            {t('Tap another card')}
          </Button>
        </>
      )}
    </>
  )
}
