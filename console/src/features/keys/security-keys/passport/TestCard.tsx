import { securityKeys } from '@claviger/contract/keys/security-keys'
import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { listenForCards } from '#features/keys/key-activation/card-listener.ts'

/** Compares a card at the reader with the card of a key. */
export default function TestCard({ keyId, close }: { keyId: string; close: () => void }) {
  const [cardId, setCardId] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (tapped: string) => call(securityKeys.activatedCard, { cardId: tapped }, { quiet: true }),
  })
  useEffect(
    () =>
      listenForCards(number => {
        setCardId(number)
        mutate(number)
      }),
    [mutate],
  )
  const found = data?.key
  return (
    <Dialog open title={t('Test on a reader')} close={close}>
      <Stack
        component="form"
        className="cv-linked"
        gap={16}
        onSubmit={event => {
          event.preventDefault()
          if (cardId.trim() !== '') mutate(cardId)
        }}
      >
        <p>{t('Hold the card to the reader, or type the number the reader outputs. Nothing is stored.')}</p>
        <TextInput
          label={t('Tap a card')}
          value={cardId}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={event => setCardId(event.currentTarget.value)}
        />
        <Stack role="status" className="cv-linked" gap={16}>
          {error && <Notice level="error">{error.message}</Notice>}
          {data && !found && <Notice level="warning">{t('No user has a card with this number.')}</Notice>}
          {found && found.id === keyId && <Notice level="info">{t('This is the card of this key.')}</Notice>}
          {found && found.id !== keyId && (
            <Notice level="warning">
              {t('This is another card: “{card}” of {name}.', { card: found.name, name: found.owner.name })}
            </Notice>
          )}
        </Stack>
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Close')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('Read card')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  )
}
