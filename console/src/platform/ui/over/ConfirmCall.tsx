import type { Endpoint, InputOf, Schema } from '@claviger/contract/platform/endpoint'
import { useWrite } from '#platform/data/useWrite.ts'
import { Confirm, type ConfirmProps } from './Confirm.tsx'
import { toast } from './toast.ts'

interface Props<I extends Schema> extends Omit<ConfirmProps, 'open' | 'busy' | 'confirm'> {
  of: Endpoint<I>
  input: InputOf<I>
  said: string
  done?: (() => void) | undefined
}

export function ConfirmCall<I extends Schema>({ of, input, said, done, close, ...question }: Props<I>) {
  const write = useWrite(of, {
    done() {
      toast('success', said)
      close()
      done?.()
    },
  })
  return (
    <Confirm
      {...question}
      open
      busy={write.isPending}
      close={close}
      confirm={() => write.mutate(input, { onError: close })}
    />
  )
}
