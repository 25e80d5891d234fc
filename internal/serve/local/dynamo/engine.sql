CREATE INDEX quarry_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER));

CREATE TRIGGER quarry_stream_retention AFTER INSERT ON _stream_records WHEN NEW.id % 256 = 0
BEGIN
    DELETE FROM _stream_records WHERE id IN (
        SELECT id FROM (
            SELECT id, created_at FROM _stream_records
            WHERE table_name = NEW.table_name
            ORDER BY CAST(sequence_number AS INTEGER) LIMIT 1024)
        WHERE created_at < NEW.created_at - 86400);
END;

CREATE TRIGGER quarry_stream_drop AFTER DELETE ON _tables
BEGIN
    DELETE FROM _stream_records WHERE table_name = OLD.table_name;
END;
