// The least that the stack can do.
export default { fetch: () => new Response('ok') }
