import { cards } from '@claviger/contract/billing/cards'
import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { Box, Button, Stack } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { CallError } from '#platform/data/refusal.ts'
import { language } from '#platform/text/language.ts'
import { t } from '#platform/text/text.ts'
import { stripeOf } from './hosted-fields.ts'
import classes from './cards.module.css'

interface Fields {
  stripe: Stripe
  element: StripeCardElement
  clientSecret: string
}

async function openFields(place: HTMLElement): Promise<Fields | null> {
  const { clientSecret, publishableKey } = await call(cards.prepare, {}, { quiet: true })
  const stripe = await stripeOf(publishableKey)
  if (stripe === null) return null
  const { color, fontSize } = getComputedStyle(place)
  const element = stripe
    .elements({ locale: language() })
    .create('card', { hidePostalCode: true, style: { base: { color, fontSize } } })
  element.mount(place)
  return { stripe, element, clientSecret }
}

/** The fields of the payment service, in its own frame: card numbers reach neither this page nor the server. */
export function HostedFields({ done, cancel }: { done: (paymentMethodId: string) => void; cancel: () => void }) {
  const label = useId()
  const place = useRef<HTMLDivElement>(null)
  const [fields, setFields] = useState<Fields | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let element: StripeCardElement | undefined
    let gone = false
    const away = () => setFault(t('The payment service does not respond. Try again later.'))
    const open = async (of: HTMLElement) => {
      const opened = await openFields(of)
      element = opened?.element
      if (gone) element?.destroy()
      else if (opened) setFields(opened)
      else away()
    }
    if (place.current)
      open(place.current).catch((error: unknown) => (error instanceof CallError ? setFault(error.message) : away()))
    return () => {
      gone = true
      element?.destroy()
    }
  }, [])

  async function confirm({ stripe, element, clientSecret }: Fields) {
    setBusy(true)
    const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method: { card: element } })
    setBusy(false)
    const method = setupIntent?.payment_method
    if (error || !method) setFault(error?.message ?? t('The payment service refused this card'))
    else done(typeof method === 'string' ? method : method.id)
  }

  return (
    <Stack gap={16}>
      <div role="group" aria-labelledby={label}>
        <Box id={label} component="p" mb={4} fw={550}>
          {t('Card')}
        </Box>
        <div ref={place} className={classes.field} />
      </div>
      <p className="cv-small">
        {t('You enter the card in fields of the payment service. Your bank might ask you to confirm it.')}
      </p>
      <div className="cv-foot">
        <p role="alert" className="cv-bad">
          {fault}
        </p>
        <Button variant="default" onClick={cancel} disabled={busy}>
          {t('Cancel')}
        </Button>
        <Button loading={busy} disabled={fields === null} onClick={() => fields && void confirm(fields)}>
          {t('Continue')}
        </Button>
      </div>
    </Stack>
  )
}
