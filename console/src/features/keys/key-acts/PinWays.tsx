import {
  keyActCalls,
  type PinResetMethod,
  pinResetMethods,
  type SinglePinResetMethod,
  singlePinResetMethods,
} from '@claviger/contract/keys/key-acts'
import { Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'

const words: Record<SinglePinResetMethod, { label: string; help: string }> = {
  later: {
    label: msg('The card holder sets a PIN at the next tap'),
    help: msg('If a card is lost, the finder could set its PIN.'),
  },
  link: {
    label: msg('Send a card page link'),
    help: msg('The user sets the PIN on the card page, after its checks. The card has no PIN until then.'),
  },
  show: {
    label: msg('Show the PIN once'),
    help: msg('A PIN that follows the workspace rules is generated. You give it to the user.'),
  },
}

interface Props<W extends SinglePinResetMethod> {
  label: string
  value: W
  change: (to: W) => void
}

/** How a card gets a new PIN; a link is offered only if the workspace has a card page that resets PINs. */
function PinWays<W extends SinglePinResetMethod>({ label, value, change, of }: Props<W> & { of: readonly W[] }) {
  const { data } = useRead(keyActCalls.pinWays, {}, { quiet: true })
  const ways = of.filter(way => way !== 'link' || data?.ways.includes('link'))
  return (
    <Radio.Group label={label} value={value} onChange={to => change(to)}>
      <Stack gap={8} mt={8}>
        {ways.map(way => (
          <Radio key={way} size="xs" value={way} label={t(words[way].label)} description={t(words[way].help)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

export const PinWaysOfMany = (props: Props<PinResetMethod>) => <PinWays {...props} of={pinResetMethods} />
export const PinWaysOfOne = (props: Props<SinglePinResetMethod>) => <PinWays {...props} of={singlePinResetMethods} />
