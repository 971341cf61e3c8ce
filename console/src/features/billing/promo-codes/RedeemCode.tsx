import { promoCodes } from '@claviger/contract/billing/promo-codes'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Size } from '#platform/ui/form/context.ts'
import type { Fields } from '#platform/ui/form/useFields.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { redeemedWords } from './redeemed-words.ts'

const atCode = (refusal: CallError, fields: Fields): boolean => {
  if (!refusal.code.startsWith('promo-code') && refusal.code !== 'too-many') return false
  fields.fault('code', refusal.message)
  return true
}

/** A field for a promo code. `foot` contains its button; the result describes the benefits. */
export function RedeemCode({
  of = promoCodes.redeem,
  size = 'sm',
  foot,
  done,
}: {
  of?: typeof promoCodes.redeem
  size?: Size
  foot: ReactNode
  done?: () => void
}) {
  const [brought, setBrought] = useState<string | null>(null)
  return (
    <>
      {brought !== null && (
        <div role="status">
          <Notice>
            <strong>{t('Promo code redeemed.')}</strong> {brought}
          </Notice>
        </div>
      )}
      <Form
        key={brought}
        of={of}
        size={size}
        start={{ code: '' }}
        needed="code"
        refused={atCode}
        faultsOf={({ code }) => (String(code).trim() === '' ? { code: t('Enter a promo code') } : {})}
        done={reply => {
          setBrought(redeemedWords(reply))
          done?.()
        }}
      >
        <Text name="code" label={t('Promo code')} autoComplete="off" maxLength={100} />
        {foot}
      </Form>
    </>
  )
}
