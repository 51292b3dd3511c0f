package dev.csmem.bench;

import dev.csmem.ScreenInput;
import dev.csmem.UiNode;
import dev.csmem.testing.ManualClock;
import dev.csmem.testing.ScriptedApp;
import dev.csmem.testing.ScriptedPhone;
import dev.csmem.testing.ScriptedScreen;
import java.nio.charset.StandardCharsets;
import java.util.List;
import kotlin.Unit;

/** An app with one long list, as a node list and as the same screen's dump. */
final class LongList implements ScriptedApp {
    private final int rows;

    private LongList(int rows) {
        this.rows = rows;
    }

    /** A screen of exactly so many nodes: two for each row, and four around them. */
    static ScreenInput.Nodes nodes(int count) {
        ScreenInput.Nodes screen = new ScriptedPhone(new LongList((count - 4) / 2), new ManualClock()).screen();
        if (screen.getSnapshot().getNodes().size() != count) throw new IllegalStateException("not " + count + " nodes");
        return screen;
    }

    /** The same screen as uiautomator writes it. */
    static ScreenInput.Dump dump(ScreenInput.Nodes screen) {
        List<UiNode> nodes = screen.getSnapshot().getNodes();
        StringBuilder xml = new StringBuilder("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">");
        write(xml, nodes, null);
        byte[] bytes = xml.append("</hierarchy>").toString().getBytes(StandardCharsets.UTF_8);
        return new ScreenInput.Dump(bytes, screen.getSnapshot().getCapture());
    }

    private static void write(StringBuilder xml, List<UiNode> nodes, Integer parent) {
        for (int i = 0; i < nodes.size(); i++) {
            UiNode n = nodes.get(i);
            if (parent == null ? n.getParent() != null : !parent.equals(n.getParent())) continue;
            xml.append(String.format(
                "<node index=\"%d\" text=\"%s\" resource-id=\"%s\" class=\"%s\" package=\"%s\" content-desc=\"\" checkable=\"false\" "
                    + "checked=\"false\" clickable=\"%s\" enabled=\"true\" focusable=\"false\" focused=\"false\" scrollable=\"%s\" "
                    + "long-clickable=\"false\" password=\"false\" selected=\"false\" bounds=\"[%d,%d][%d,%d]\">",
                i, n.getText(), n.getResourceId(), n.getClassName(), n.getPackageName(), n.getClickable(), n.getScrollable(),
                n.getBounds().getLeft(), n.getBounds().getTop(), n.getBounds().getRight(), n.getBounds().getBottom()));
            write(xml, nodes, i);
            xml.append("</node>");
        }
    }

    @Override
    public String getPackageName() {
        return "com.example.list";
    }

    @Override
    public String getVersion() {
        return "1.0";
    }

    @Override
    public void draw(ScriptedScreen screen) {
        screen.text("clock", "10:00", 20);
        screen.text("title", "Everything", 20);
        screen.list("list", list -> {
            for (int i = 0; i < rows; i++) list.row("Row number " + i, "row", () -> Unit.INSTANCE);
            return Unit.INSTANCE;
        });
    }
}
