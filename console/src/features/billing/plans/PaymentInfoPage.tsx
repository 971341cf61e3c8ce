import { Box, Stack } from '@mantine/core'
import { bills } from '@claviger/contract/billing/bills'
import { paymentMethods } from '@claviger/contract/billing/money'
import { plans } from '@claviger/contract/billing/plans'
import type { BillingPolicy } from '@claviger/contract/billing/plans'
import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { countryOf } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Email, Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { OptionCards } from '#platform/ui/steps/OptionCards.tsx'
import { useSession } from '#shell/session.tsx'
import { BillingFrame } from '../bills/BillingFrame.tsx'
import { CardsCard } from '../cards/CardsCard.tsx'
import { AddressFields, noAddress } from '#features/tenancy/workspaces/AddressFields.tsx'

const methods = [
  {
    value: String(paymentMethods.creditCard),
    label: msg('Credit card'),
    help: msg('Invoices are charged when they are issued'),
    icon: IconCreditCard,
  },
  {
    value: String(paymentMethods.wire),
    label: msg('Wire transfer'),
    help: msg('You transfer the amount until the due date'),
    icon: IconBuildingBank,
  },
] as const

function Account() {
  const current = useRead(bills.current, {}, { quiet: true })
  if (current.isPending) return <Bones lines={4} />
  const seller = current.data?.seller
  if (seller === undefined || seller.iban === '') return null
  return (
    <Box mt={16}>
      <Facts
        of={[
          [t('Name of the account'), seller.name],
          [
            t('IBAN'),
            <span key="iban" className="cv-mono">
              {seller.iban}
            </span>,
          ],
          ...(seller.bic === ''
            ? []
            : [
                [
                  t('BIC'),
                  <span key="bic" className="cv-mono">
                    {seller.bic}
                  </span>,
                ] as const,
              ]),
          [t('Payment reference'), t('Number of the invoice')],
        ]}
      />
    </Box>
  )
}

function Method({ of }: { of: BillingPolicy }) {
  const { can } = useSession()
  const choose = useWrite(plans.choosePaymentMethod, {
    done: ({ paymentMethod }) =>
      toast(
        'success',
        paymentMethod === paymentMethods.wire
          ? t('Invoices are paid by wire transfer')
          : t('Invoices are paid by card'),
      ),
  })
  const value = of.paymentMethod === null ? null : String(of.paymentMethod)
  return (
    <Card title={t('Payment method')}>
      {can('billing.write') ? (
        <OptionCards
          label={t('Payment method')}
          of={methods}
          value={choose.isPending ? String(choose.variables.paymentMethod) : value}
          pick={picked =>
            choose.mutate({
              paymentMethod: picked === methods[1].value ? paymentMethods.wire : paymentMethods.creditCard,
            })
          }
        />
      ) : (
        <p>{t(methods.find(one => one.value === value)?.label ?? msg('No payment method'))}</p>
      )}
      {of.paymentMethod === paymentMethods.wire && <Account />}
    </Card>
  )
}

function InvoiceAddress({ of }: { of: BillingPolicy }) {
  const { can } = useSession()
  const { address } = of
  if (!can('billing.write'))
    return (
      <Card title={t('Invoice address')}>
        {address === null ? (
          <p>{t('No invoice address yet')}</p>
        ) : (
          <Facts
            of={[
              [t('Company'), address.name],
              [
                t('Address'),
                `${address.address}, ${address.postalCode} ${address.city}, ${countryOf(address.country)}`,
              ],
            ]}
          />
        )}
      </Card>
    )
  return (
    <Card title={t('Invoice address')}>
      <Form
        key={JSON.stringify(address)}
        of={plans.saveAddress}
        start={{
          name: address?.name ?? '',
          ...(address === null ? noAddress : { ...address, province: address.province ?? '' }),
          taxId: address?.taxId ?? '',
          email: of.email ?? '',
        }}
        done={() => toast('success', t('Invoice address saved'))}
      >
        <Text name="name" label={t('Company')} autoComplete="organization" maxLength={200} />
        <AddressFields />
        <Text
          name="taxId"
          label={t('Tax ID')}
          help={t(
            'With country prefix. In other countries of the EU, it makes your invoice free of tax (reverse charge).',
          )}
          maxLength={30}
        />
        <Email
          name="email"
          label={t('Email for invoices')}
          help={t('Without it, owners and billing managers receive them.')}
        />
        <Foot save={t('Save address')} whenChanged plain />
      </Form>
    </Card>
  )
}

export default function PaymentInfoPage() {
  const policy = useRead(plans.policy, {})
  const address = policy.data?.address ?? null
  return (
    <BillingFrame>
      <Stack gap={16} maw={720}>
        <Waiting on={policy} what={t('your payment information')}>
          {policy.data && (
            <div className="cv-in-order">
              <Method of={policy.data} />
              <CardsCard address={address && { ...address, province: address.province ?? '' }} />
              <InvoiceAddress of={policy.data} />
            </div>
          )}
        </Waiting>
      </Stack>
    </BillingFrame>
  )
}
