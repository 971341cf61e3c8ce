import { approvals } from '@claviger/contract/access/approvals'
import { Button, Stack } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { keep } from '#platform/data/tokens.ts'
import { t } from '#platform/text/text.ts'
import { Email } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { type PhoneApproval, Waiting } from './Waiting.tsx'

export interface PhoneStepProps {
  slug: string | null
  email: string
  back: () => void
  done: (tokens: { accessToken: string; refreshToken: string }) => void
}

/** Sign-in by approval on the phone. The page looks the same for any email, so it reveals no accounts. */
export default function PhoneStep({ slug, email, back, done }: PhoneStepProps) {
  const [asked, setAsked] = useState<PhoneApproval | null>(null)
  const [start, setStart] = useState({ email })
  if (asked) return <Waiting key={asked.session} asked={asked} again={() => setAsked(null)} back={back} done={done} />
  return (
    <Stack gap={14}>
      <Form
        of={approvals.begin}
        size="lg"
        start={start}
        fixed={slug === null ? {} : { workspace: slug }}
        done={(reply, values) => {
          keep('interim', reply.session)
          setStart({ email: String(values['email']) })
          setAsked(reply)
        }}
      >
        <Email
          name="email"
          label={t('Email')}
          autoComplete="username"
          autoFocus
          icon={<IconMail size={17} stroke={1.6} aria-hidden />}
        />
        <Foot save={t('Send request to phone')} wide />
      </Form>
      <Button size="lg" variant="subtle" onClick={back}>
        {t('Back')}
      </Button>
    </Stack>
  )
}
