// Generates src/generated from the document for clients.
export default {
  input: "../../docs/openapi.client.json",
  output: { path: "src/generated", importFileExtension: ".js" },
  plugins: [
    { name: "@hey-api/client-fetch", throwOnError: true },
    "@hey-api/typescript",
    { name: "@hey-api/sdk", operations: { strategy: "single", containerName: "Calls", methods: "instance" }, responseStyle: "data" },
  ],
};
