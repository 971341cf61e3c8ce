import type { Endpoint, InputOf, OutputOf, Schema } from '@claviger/contract/platform/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import { call } from './call.ts'
import type { CallOptions } from './call.ts'
import { refreshAfter } from './query.ts'
import type { CallError } from './refusal.ts'

export interface WriteOptions<R> extends Omit<CallOptions, 'signal'> {
  done?: (reply: R) => void
}

export function useWrite<I extends Schema, R extends Schema>(
  endpoint: Endpoint<I, R>,
  options: WriteOptions<OutputOf<R>> = {},
): UseMutationResult<OutputOf<R>, CallError, InputOf<I>> {
  const client = useQueryClient()
  const { done, ...rest } = options
  return useMutation<OutputOf<R>, CallError, InputOf<I>>({
    mutationFn: input => call(endpoint, input, rest),
    onSuccess: reply => {
      refreshAfter(client, endpoint)
      done?.(reply)
    },
  })
}
