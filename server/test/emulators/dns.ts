import DNS from 'dns2'

export type DnsAnswer = string[] | 'nothing' | 'fault' | 'silence'

export async function dnsServer(): Promise<{ address: string; says: Map<string, DnsAnswer>; close(): Promise<void> }> {
  const says = new Map<string, DnsAnswer>()
  const server = DNS.createServer({
    udp: true,
    handle(request, send) {
      const response = DNS.Packet.createResponseFromRequest(request)
      const name = request.questions[0]?.name.toLowerCase() ?? ''
      const answer = says.get(name) ?? 'nothing'
      if (answer === 'silence') return
      if (answer === 'fault') response.header.rcode = 2
      else if (answer === 'nothing') response.header.rcode = 3
      else {
        for (const data of answer)
          response.answers.push(
            new DNS.Packet.Resource({ name, type: DNS.Packet.TYPE.TXT, class: DNS.Packet.CLASS.IN, ttl: 1, data }),
          )
      }
      void send(response)
    },
  })
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  const at = server.addresses().udp as { port: number }
  return { address: `127.0.0.1:${at.port}`, says, close: () => server.close() }
}
