import com.amazonaws.services.dynamodbv2.local.main.ServerRunner;
import com.amazonaws.services.dynamodbv2.local.server.DynamoDBProxyServer;
import java.lang.reflect.Field;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Starts DynamoDB Local in memory on a free port of 127.0.0.1 and prints the port. By itself it
 * listens on every address, and has no option against that. It ends with its standard input, so
 * that a test that dies leaves nothing behind.
 */
class Loopback {
  public static void main(String[] args) throws Exception {
    DynamoDBProxyServer local =
        ServerRunner.createServerFromCommandLineArgs(
            new String[] {"-inMemory", "-port", "8000", "-disableTelemetry"});
    Field field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    ServerConnector connector = (ServerConnector) ((Server) field.get(local)).getConnectors()[0];
    connector.setHost("127.0.0.1");
    connector.setPort(0);
    local.start();
    System.out.println("listens on " + connector.getLocalPort());
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
